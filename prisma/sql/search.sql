-- How texts are compared by searches and by the check for duplicates (docs/decisions/0097-parts-of-names.md).

-- A folded text in the form that the spellings of a name have in common: Mueller and Muller are "muller", Aase is "ase", Djokovic is
-- "dokovic". The same as spellingForm (src/areas/people/contacts/spelling.model.ts).
CREATE OR REPLACE FUNCTION spelling_form(folded text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(folded, '(a)[ae]+|([ou])e+|(d)j+', '\1\2\3', 'g');

-- A text without case, accents and apostrophes, its letters that have no accent spelled out. As fold in src/kernel/text.
CREATE OR REPLACE FUNCTION search_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE WHEN octet_length(value) = length(value) THEN translate(lower(value), '''`', '')
    ELSE normalize(translate(replace(replace(replace(replace(regexp_replace(lower(normalize(value, NFKD)),
      '[\u0300-\u0305\u0307-\u036f''’ʼ`]|(?<!и)\u0306', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'øđðłħıŋς', 'oddlhinσ'), NFC) END;

-- The text in which the patterns of a search are looked for: as it is written, and in the form that spellings have in common.
CREATE OR REPLACE FUNCTION search_text(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = public, pg_temp AS $$
DECLARE
  folded CONSTANT text := search_fold(value);
BEGIN
  RETURN folded || E'\n' || spelling_form(folded);
END $$;

-- One pattern for each word of a search: every one must be found in search_text. A word of one or two letters must begin a word
-- there, others can be any part of it. Another spelling of a short word must be the whole word: "Joe" does not find "John".
CREATE OR REPLACE FUNCTION search_patterns(wanted text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = public, pg_temp AS $$
DECLARE
  escaped CONSTANT text := '([][\\.^$*+?(){}|-])';
  patterns text[] := '{}';
  word text;
  form text;
  pattern text;
BEGIN
  FOREACH word IN ARRAY regexp_split_to_array(btrim(search_fold(wanted)), '\s+') LOOP
    word := coalesce(nullif(regexp_replace(word, '^[^[:alnum:]]+|[^[:alnum:]]+$', '', 'g'), ''), word);
    CONTINUE WHEN word = '' OR cardinality(patterns) = 8;
    form := spelling_form(word);
    pattern := regexp_replace(word, escaped, '\\\1', 'g');
    IF length(word) < 3 AND word ~ '^[[:alnum:]]' AND word < U&'\0E00' COLLATE "C" THEN
      pattern := '\m' || pattern;
    END IF;
    IF form <> word THEN
      form := regexp_replace(form, escaped, '\\\1', 'g');
      pattern := pattern || '|' || CASE WHEN length(form) < 4 THEN '\m' || form || '\M' ELSE form END;
    END IF;
    patterns := patterns || pattern;
  END LOOP;
  RETURN patterns;
END $$;

-- The words of a contact (search) with the parts of its names (sort_name, folded), for the index: "42|word" begins a word, "42~ord" is a
-- part of a name from three letters on, "42|form" the form of a name. Names in scripts without spaces between words have no parts: the
-- product writes their words from every letter on. A contact without words, whose name is only signs, has no parts either.
CREATE OR REPLACE FUNCTION contact_words(search tsvector, names text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
  SET search_path = public, pg_temp AS $$
DECLARE
  tenant CONSTANT text := split_part((tsvector_to_array(search))[1], '|', 1);
  word text;
  form text;
  parts text[] := '{}';
BEGIN
  IF tenant IS NULL THEN
    RETURN search;
  END IF;
  FOREACH word IN ARRAY string_to_array(names, ' ') LOOP
    CONTINUE WHEN word < 'a' COLLATE "C" OR word >= U&'\0E00' COLLATE "C";
    FOR at IN 2 .. length(word) - 2 LOOP
      parts := parts || (tenant || '~' || substr(word, at, 48));
    END LOOP;
    form := spelling_form(word);
    IF form <> word THEN
      parts := parts || (tenant || '|' || left(form, 48));
      FOR at IN 2 .. length(form) - 2 LOOP
        parts := parts || (tenant || '~' || substr(form, at, 48));
      END LOOP;
    END IF;
  END LOOP;
  RETURN search || array_to_tsvector(parts);
END $$;

CREATE INDEX contact_words ON contact USING gin (contact_words(search, sort_name)) WHERE deleted_at IS NULL AND NOT is_unmatched;
CREATE INDEX contact_organization_spelling ON contact (tenant_id, spelling_form(organization_name_key))
  WHERE deleted_at IS NULL AND system_type_id = 2;
