-- Sessions show their browser, address and last use, and end when they are idle. Refresh tokens end a fixed time after the
-- consent. Existing sessions and families count from this migration.
-- AlterTable
ALTER TABLE "login" ADD COLUMN     "last_sign_in_at" TIMESTAMPTZ(3),
ADD COLUMN     "password_changed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "login_session" ADD COLUMN     "address" TEXT,
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "user_agent" TEXT;

-- AlterTable
ALTER TABLE "member_session" ADD COLUMN     "address" TEXT,
ADD COLUMN     "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "user_agent" TEXT;

-- AlterTable
ALTER TABLE "oauth_token" ADD COLUMN     "family_started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
