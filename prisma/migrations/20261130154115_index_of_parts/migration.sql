-- On its own, outside of a transaction: on a million contacts it takes a minute or more, and saves do not wait for it. If it is
-- interrupted, drop the index contact_words that it leaves, and start again.
CREATE INDEX CONCURRENTLY contact_words ON public.contact USING gin (contact_words(search, sort_name)) WHERE ((deleted_at IS NULL) AND (NOT is_unmatched));
