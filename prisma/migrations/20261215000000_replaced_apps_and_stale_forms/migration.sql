-- An authenticator app can be replaced: the secret of the new one waits for its first code. A session knows the token of its forms, so
-- that a form that is sent after it is recognized.

ALTER TABLE "login_totp" ADD COLUMN "pending_sealed" TEXT,
ADD COLUMN "pending_at" TIMESTAMPTZ(3);
ALTER TABLE "login_session" ADD COLUMN "form_hash" TEXT;
