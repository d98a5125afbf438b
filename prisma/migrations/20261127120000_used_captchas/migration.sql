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
-- A row belongs to no contact: callers that are limited to chapters use captchas like all others.
SELECT chapter_wall('used_captcha', 'true', 'true');
