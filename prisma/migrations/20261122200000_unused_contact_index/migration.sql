-- Duplicates of individuals are found by their emails; names are only compared (contact_candidates).
DROP INDEX contact_person_key;
