-- Columns and tables that Prisma cannot express. Runs after the tables of prisma/schema and before their indexes and keys.

-- Sorted by code points, as cursors compare.
ALTER TABLE contact ALTER COLUMN sort_name TYPE text COLLATE "C";
ALTER TABLE custom_field_value ALTER COLUMN sort_key TYPE text COLLATE "C";
ALTER TABLE membership ALTER COLUMN holder_sort_name TYPE text COLLATE "C";

ALTER TABLE mail_message ALTER COLUMN file_ids SET NOT NULL;

ALTER TABLE contact DROP COLUMN balance_cents,
  ADD COLUMN balance_cents bigint NOT NULL GENERATED ALWAYS AS ((balance * 100)::bigint) STORED;
ALTER TABLE benefit_grant DROP COLUMN next_day,
  ADD COLUMN next_day date GENERATED ALWAYS AS (
    CASE state WHEN 'planned' THEN starts_on WHEN 'open' THEN ends_on + 1 END) STORED;
ALTER TABLE task_item DROP COLUMN due_order, DROP COLUMN first_day, DROP COLUMN last_day, DROP COLUMN search_text,
  ADD COLUMN due_order date NOT NULL GENERATED ALWAYS AS (coalesce(due_date, '9999-12-31')) STORED,
  ADD COLUMN first_day date GENERATED ALWAYS AS (coalesce(start_date, due_date)) STORED,
  ADD COLUMN last_day date GENERATED ALWAYS AS (coalesce(due_date, start_date)) STORED,
  ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
    regexp_replace(normalize(lower(name || ' ' || coalesce(description, '')), NFKD), '[\u0300-\u036f]', '', 'g')) STORED;

ALTER TABLE invoice DROP COLUMN status, ADD COLUMN status text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN voided_at IS NOT NULL THEN 'Void' WHEN balance = 0 THEN 'Paid' ELSE 'Open' END) STORED;
ALTER TABLE payment DROP COLUMN status, ADD COLUMN status text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN voided_at IS NOT NULL THEN 'Void' WHEN open_amount = 0 THEN 'Closed' ELSE 'Open' END) STORED;
ALTER TABLE credit DROP COLUMN status, ADD COLUMN status text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN voided_at IS NOT NULL THEN 'Void' WHEN open_amount = 0 THEN 'Closed' ELSE 'Open' END) STORED;
ALTER TABLE refund DROP COLUMN status, ADD COLUMN status text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN voided_at IS NOT NULL THEN 'Void' ELSE 'Posted' END) STORED;
ALTER TABLE write_off DROP COLUMN status, ADD COLUMN status text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN voided_at IS NOT NULL THEN 'Void' ELSE 'Posted' END) STORED;

-- Partitioned by month (logs.sql). The columns are those of the schema.
ALTER TABLE log_event RENAME TO log_event_plain;
CREATE TABLE log_event (LIKE log_event_plain INCLUDING DEFAULTS) PARTITION BY RANGE (occurred_at);
ALTER SEQUENCE log_event_id_seq OWNED BY log_event.id;
DROP TABLE log_event_plain;
ALTER TABLE log_event ADD CONSTRAINT log_event_pkey PRIMARY KEY (tenant_id, id, occurred_at);
ALTER TABLE log_count RENAME TO log_count_plain;
CREATE TABLE log_count (LIKE log_count_plain INCLUDING DEFAULTS) PARTITION BY RANGE (day);
ALTER SEQUENCE log_count_id_seq OWNED BY log_count.id;
DROP TABLE log_count_plain;
ALTER TABLE log_count ADD CONSTRAINT log_count_pkey PRIMARY KEY (tenant_id, day, id);
