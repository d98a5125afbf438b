-- Second factors of logins, which belong to no tenant: authenticator apps, recovery codes, passkeys, and sign-ins that wait
-- for one of them.
ALTER TABLE "login_session" ADD COLUMN "challenge" TEXT;

CREATE TABLE "login_totp" (
    "id" SERIAL NOT NULL,
    "login_id" INTEGER NOT NULL,
    "secret_sealed" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_totp_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "login_recovery_code" (
    "id" SERIAL NOT NULL,
    "login_id" INTEGER NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "login_recovery_code_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "login_passkey" (
    "id" SERIAL NOT NULL,
    "login_id" INTEGER NOT NULL,
    "credential_id" TEXT NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "login_passkey_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "login_pending" (
    "id" SERIAL NOT NULL,
    "token_hash" TEXT NOT NULL,
    "login_id" INTEGER NOT NULL,
    "password_digest" TEXT NOT NULL,
    "next" TEXT,
    "challenge" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "login_pending_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "login_totp_login_id_key" ON "login_totp"("login_id");
CREATE UNIQUE INDEX "login_recovery_code_login_id_code_hash_key" ON "login_recovery_code"("login_id", "code_hash");
CREATE UNIQUE INDEX "login_passkey_credential_id_key" ON "login_passkey"("credential_id");
CREATE INDEX "login_passkey_login_id_idx" ON "login_passkey"("login_id");
CREATE UNIQUE INDEX "login_pending_token_hash_key" ON "login_pending"("token_hash");
CREATE INDEX "login_pending_login_id_idx" ON "login_pending"("login_id");
CREATE INDEX "login_pending_expires_at_idx" ON "login_pending"("expires_at");

ALTER TABLE "login_totp" ADD CONSTRAINT "login_totp_login_id_fkey" FOREIGN KEY ("login_id") REFERENCES "login"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "login_recovery_code" ADD CONSTRAINT "login_recovery_code_login_id_fkey" FOREIGN KEY ("login_id") REFERENCES "login"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "login_passkey" ADD CONSTRAINT "login_passkey_login_id_fkey" FOREIGN KEY ("login_id") REFERENCES "login"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "login_pending" ADD CONSTRAINT "login_pending_login_id_fkey" FOREIGN KEY ("login_id") REFERENCES "login"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

GRANT SELECT, INSERT, UPDATE, DELETE ON login_totp, login_recovery_code, login_passkey, login_pending TO guildhall_system;
GRANT USAGE ON SEQUENCE login_totp_id_seq, login_recovery_code_id_seq, login_passkey_id_seq, login_pending_id_seq TO guildhall_system;
