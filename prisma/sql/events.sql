-- Constraints and indexes

ALTER TABLE event ADD CONSTRAINT event_cancellation_rules CHECK (jsonb_typeof(cancellation_rules) = 'array');
ALTER TABLE event ADD CONSTRAINT event_capacity CHECK (capacity >= 0);
ALTER TABLE event ADD CONSTRAINT event_certificates CHECK (certificate_hours >= 0 AND certificate_credits >= 0);
ALTER TABLE event ADD CONSTRAINT event_payment_kinds CHECK (payment_kinds <@ ARRAY['Card', 'BankDebit', 'Hosted', 'Invoice']);
ALTER TABLE event ADD CONSTRAINT event_proof CHECK (membership_proof IN ('None', 'Invitation', 'SignIn'));
ALTER TABLE event ADD CONSTRAINT event_status CHECK (status IN ('Draft', 'Published', 'Cancelled'));
ALTER TABLE event ADD CONSTRAINT event_times CHECK (ends_at > starts_at AND registration_closes > registration_opens);
ALTER TABLE event_discount ADD CONSTRAINT event_discount_days CHECK (ends_on >= starts_on);
ALTER TABLE event_discount ADD CONSTRAINT event_discount_uses CHECK (max_uses > 0);
ALTER TABLE event_discount ADD CONSTRAINT event_discount_value CHECK ((percent IS NULL) <> (amount IS NULL) AND percent
  BETWEEN 0 AND 100 AND amount >= 0);
ALTER TABLE event_exhibitor_type ADD CONSTRAINT event_exhibitor_type_price CHECK (price >= 0 AND (fee_item_id IS NOT NULL OR
  price = 0) AND max_quantity >= 0);
ALTER TABLE event_exhibitor_type ADD CONSTRAINT event_exhibitor_type_seats CHECK (included_seats >= 0 AND (included_seats >
  0) = (included_type_id IS NOT NULL));
ALTER TABLE event_item ADD CONSTRAINT event_item_pieces CHECK (max_quantity >= 0 AND max_per_order > 0);
ALTER TABLE event_item ADD CONSTRAINT event_item_price CHECK (price >= 0 AND (fee_item_id IS NOT NULL OR (price = 0 AND NOT
  is_donation)));
ALTER TABLE event_question ADD CONSTRAINT event_question_applies_to CHECK (applies_to IN ('Attendee', 'Payer', 'Sponsor',
  'Exhibitor'));
ALTER TABLE event_registration_type ADD CONSTRAINT event_registration_type_benefit CHECK (benefit_percent BETWEEN 1 AND 100);
ALTER TABLE event_registration_type ADD CONSTRAINT event_registration_type_early CHECK (early_ends_on IS NOT NULL OR
  coalesce(early_price, early_member_price) IS NULL);
ALTER TABLE event_registration_type ADD CONSTRAINT event_registration_type_item CHECK (fee_item_id IS NOT NULL OR price = 0);
ALTER TABLE event_registration_type ADD CONSTRAINT event_registration_type_prices CHECK (price >= 0 AND member_price BETWEEN
  0 AND price
    AND early_price BETWEEN 0 AND price AND early_member_price BETWEEN 0 AND price);
ALTER TABLE event_registration_type ADD CONSTRAINT event_registration_type_seats CHECK (seats > 0 AND capacity >= 0 AND
  max_per_order > 0);
ALTER TABLE event_session ADD CONSTRAINT event_session_price CHECK (price >= 0 AND (fee_item_id IS NOT NULL OR price = 0)
  AND capacity >= 0);
ALTER TABLE event_session ADD CONSTRAINT event_session_times CHECK (ends_at > starts_at);
ALTER TABLE event_tier ADD CONSTRAINT event_tier_price CHECK (price >= 0 AND (fee_item_id IS NOT NULL OR price = 0) AND
  max_quantity >= 0);
ALTER TABLE event_tier ADD CONSTRAINT event_tier_seats CHECK (included_seats >= 0 AND (included_seats > 0) =
  (included_type_id IS NOT NULL));
ALTER TABLE referral_source ADD CONSTRAINT referral_source_position CHECK (position >= 0);

CREATE INDEX event_by_id ON event (id);

-- Access

SELECT secure_tenant_table('event');
SELECT chapter_wall_list('event');

SELECT secure_tenant_table('event_cancellation');
SELECT chapter_wall_list('event_cancellation');

SELECT secure_tenant_table('event_registration_type');
SELECT chapter_wall_list('event_registration_type');

SELECT secure_tenant_table('event_session');
SELECT chapter_wall_list('event_session');

SELECT secure_tenant_table('event_session_type');
SELECT chapter_wall_list('event_session_type');

SELECT secure_tenant_table('event_tier');
SELECT chapter_wall_list('event_tier');

SELECT secure_tenant_table('event_exhibitor_type');
SELECT chapter_wall_list('event_exhibitor_type');

SELECT secure_tenant_table('event_item');
SELECT chapter_wall_list('event_item');

SELECT secure_tenant_table('event_discount');
SELECT chapter_wall_list('event_discount');

SELECT secure_tenant_table('event_discount_type');
SELECT chapter_wall_list('event_discount_type');

SELECT secure_tenant_table('event_question');
SELECT chapter_wall_list('event_question');

SELECT secure_tenant_table('event_question_type');
SELECT chapter_wall_list('event_question_type');

SELECT secure_tenant_table('referral_source');
SELECT chapter_wall_list('referral_source');
