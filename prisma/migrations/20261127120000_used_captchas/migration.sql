-- CreateTable
CREATE TABLE "used_captcha" (
    "tenant_id" INTEGER NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_captcha_pkey" PRIMARY KEY ("tenant_id","key_hash")
);

-- CreateIndex
CREATE INDEX "used_captcha_expires_at_idx" ON "used_captcha"("expires_at");

-- What Prisma cannot express.

SELECT secure_tenant_table('used_captcha');
-- Registration has no limit to chapters, whoever the caller is.
SELECT chapter_wall_closed('used_captcha');
