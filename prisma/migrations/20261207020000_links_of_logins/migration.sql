-- Links by which a person sets a new password. A login belongs to no tenant, and neither do its links.
CREATE TABLE "login_link" (
    "id" SERIAL NOT NULL,
    "login_id" INTEGER NOT NULL,
    "request_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "login_link_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "login_link_request_id_key" ON "login_link"("request_id");
CREATE UNIQUE INDEX "login_link_token_hash_key" ON "login_link"("token_hash");
CREATE INDEX "login_link_login_id_idx" ON "login_link"("login_id");
CREATE INDEX "login_link_expires_at_idx" ON "login_link"("expires_at");

ALTER TABLE "login_link" ADD CONSTRAINT "login_link_login_id_fkey" FOREIGN KEY ("login_id") REFERENCES "login"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

GRANT SELECT, INSERT, UPDATE, DELETE ON login_link TO guildhall_system;
GRANT USAGE ON SEQUENCE login_link_id_seq TO guildhall_system;
