-- The notification of changed credentials names the tenant, so that replicas forget only what they cached of it. A login
-- has several tenants: its change names each. PostgreSQL sends equal notifications of one transaction once.
CREATE OR REPLACE FUNCTION credentials_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'login' THEN
    PERFORM pg_notify('guildhall_credentials', s.tenant_id::text) FROM staff s WHERE s.login_id = OLD.id;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('guildhall_credentials', to_jsonb(OLD) ->> TG_ARGV[0]);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM pg_notify('guildhall_credentials', to_jsonb(NEW) ->> TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  item record;
BEGIN
  FOR item IN SELECT tgrelid::regclass AS target FROM pg_trigger WHERE tgname = 'credentials_changed' LOOP
    EXECUTE format('DROP TRIGGER credentials_changed ON %s', item.target);
  END LOOP;
END $$;
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON tenant
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('id');
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON application_permission
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON application_secret
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER UPDATE OF revoked_at ON oauth_token
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON staff
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER UPDATE OR DELETE ON role
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
CREATE TRIGGER credentials_changed AFTER INSERT OR UPDATE OR DELETE ON chapter_owner
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');
-- Before the deletion, because the seats that name its tenants end with it.
CREATE TRIGGER credentials_changed AFTER UPDATE OF disabled_at ON login
  FOR EACH ROW EXECUTE FUNCTION credentials_changed();
CREATE TRIGGER credentials_changed_before BEFORE DELETE ON login
  FOR EACH ROW EXECUTE FUNCTION credentials_changed();

CREATE TRIGGER credentials_changed AFTER UPDATE OF contact_id, disabled_at, valid_from OR DELETE ON member_login
  FOR EACH ROW EXECUTE FUNCTION credentials_changed('tenant_id');

CREATE OR REPLACE FUNCTION member_contact_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM member_login m WHERE m.tenant_id = NEW.tenant_id AND m.contact_id = NEW.id) THEN
    PERFORM pg_notify('guildhall_credentials', NEW.tenant_id::text);
  END IF;
  RETURN NULL;
END $$;
