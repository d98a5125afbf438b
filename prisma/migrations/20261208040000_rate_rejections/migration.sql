-- CreateTable
CREATE TABLE "rate_rejection" (
    "tenant_id" INTEGER NOT NULL,
    "credential" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_rejection_pkey" PRIMARY KEY ("tenant_id","credential","hour")
);

-- CreateIndex
CREATE INDEX "rate_rejection_hour_idx" ON "rate_rejection"("hour");

-- What Prisma cannot express.

SELECT secure_tenant_table('rate_rejection');
SELECT chapter_wall_closed('rate_rejection');
REVOKE INSERT, UPDATE, DELETE ON rate_rejection FROM guildhall_app, guildhall_chapter;

-- Subjects of a tenant are found by their beginning.
-- by hand: rate_window_subject
CREATE INDEX rate_window_subject ON rate_window (subject text_pattern_ops);

-- The use of a tenant: that of the tenant in each of the last 60 minutes (no credential), and that of its credentials in the
-- current one. The table belongs to no tenant, so that only this function shows a tenant its part of it.
CREATE FUNCTION rate_use(tenant integer) RETURNS TABLE (credential text, minute bigint, used integer)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  current_minute bigint := floor(extract(epoch FROM clock_timestamp()) / 60);
BEGIN
  IF current_tenant() IS NOT NULL OR session_user::text ~ '^guildhall_(app|chapter)_' THEN
    PERFORM require_tenant(tenant);
  END IF;
  RETURN QUERY SELECT NULL::text, m.minute, w.used FROM generate_series(current_minute - 59, current_minute) AS m(minute)
    JOIN rate_window w ON w.subject = 'tenant:' || tenant || '@' || m.minute;
  RETURN QUERY SELECT split_part(substr(w.subject, length(tenant::text) + 2), '@', 1), current_minute, w.used FROM rate_window w
    WHERE w.subject ~>=~ (tenant || ':') AND w.subject ~<~ (tenant || ';') AND w.subject LIKE '%@' || current_minute;
END $$;
REVOKE EXECUTE ON FUNCTION rate_use(integer) FROM PUBLIC;
GRANT CREATE ON SCHEMA public TO guildhall_system;
ALTER FUNCTION rate_use(integer) OWNER TO guildhall_system;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
GRANT EXECUTE ON FUNCTION rate_use(integer) TO guildhall_app;
