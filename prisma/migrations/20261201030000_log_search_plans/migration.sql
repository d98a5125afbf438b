-- Planned for the values of each call: a plan for all values would read whole months by time instead of the index of the words.
ALTER FUNCTION log_search(integer, tsquery, timestamptz, timestamptz, text, smallint[]) SET plan_cache_mode = force_custom_plan;
