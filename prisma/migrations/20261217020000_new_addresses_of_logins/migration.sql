-- A person changes the address of its login: the new one waits here until it is confirmed by a mailed link.
CREATE TABLE "login_email_change" (
    "login_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "request_id" UUID NOT NULL,
    "token_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_email_change_pkey" PRIMARY KEY ("login_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "login_email_change_token_hash_key" ON "login_email_change"("token_hash");
CREATE INDEX "login_email_change_expires_at_idx" ON "login_email_change"("expires_at");

-- AddForeignKey
ALTER TABLE "login_email_change" ADD CONSTRAINT "login_email_change_login_id_fkey" FOREIGN KEY ("login_id") REFERENCES "login"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

GRANT SELECT, INSERT, UPDATE, DELETE ON login_email_change TO guildhall_system;
