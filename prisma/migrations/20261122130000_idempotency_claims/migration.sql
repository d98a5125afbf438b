-- AlterTable
ALTER TABLE "idempotency_key" ADD COLUMN "claim_id" UUID NOT NULL DEFAULT gen_random_uuid();

-- Marks the claim of a request on its Idempotency-Key as committed, in the transaction of the change. Fails if the
-- request has lost its claim: then another request may be making the same change, and this transaction must not commit.
CREATE FUNCTION settle_idempotency_key(tenant integer, owner text, name text, claim uuid) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp
  AS $$
BEGIN
  UPDATE idempotency_key SET state = 'committed'
  WHERE tenant_id = tenant AND credential = owner AND key = name AND claim_id = claim AND state = 'running';
  IF NOT FOUND THEN
    -- An earlier transaction of the same request can have committed.
    PERFORM FROM idempotency_key
    WHERE tenant_id = tenant AND credential = owner AND key = name AND claim_id = claim AND state = 'committed';
    IF NOT FOUND THEN
      RAISE EXCEPTION 'the claim on the Idempotency-Key was lost' USING ERRCODE = 'GH001';
    END IF;
  END IF;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION settle_idempotency_key(integer, text, text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION settle_idempotency_key(integer, text, text, uuid)
  TO guildhall_app, guildhall_chapter, guildhall_system;
