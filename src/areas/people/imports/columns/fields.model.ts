import { plainKey } from '#kernel/text/plain-key'

interface FieldRow {
  section: 'Name' | 'Contact' | 'Address' | 'Mail' | 'Membership' | 'Labels'
  /** Headers that are recognized, besides the name of the field. */
  en: string
  de?: string
}

const row = (section: FieldRow['section'], en: string, de?: string): FieldRow => ({
  section,
  en,
  ...(de !== undefined && { de }),
})

/** The fields of an import. Headers are compared by letters and digits, case-insensitive. */
const ROWS = {
  ContactId: row('Contact', 'contact id', 'kontakt-id'),
  Type: row('Name', 'type, contact type, kind, record type', 'typ, art, kontaktart'),
  Prefix: row(
    'Name',
    'prefix, salutation, form of address, honorific',
    'anrede, titel, akademischer titel, akad. titel, namenszusatz',
  ),
  FirstName: row('Name', 'first name, given name, forename, first', 'vorname, vornamen, rufname'),
  MiddleName: row('Name', 'middle name, middle names, second name, middle', 'zweiter vorname, weitere vornamen'),
  LastName: row('Name', 'last name, surname, family name, last', 'nachname, familienname, zuname'),
  Suffix: row('Name', 'suffix, name suffix', 'suffix'),
  FullName: row('Name', 'name, full name, contact name', 'vollständiger name, vor- und nachname'),
  CommonName: row(
    'Name',
    'common name, nickname, preferred name, known as, trading name, short name',
    'spitzname, kurzname, kurzbezeichnung',
  ),
  PrimaryTitle: row('Name', 'primary title, title, job title, position', 'funktion, berufsbezeichnung, beruf'),
  Gender: row('Name', 'gender, sex', 'geschlecht'),
  OrganizationName: row(
    'Name',
    'organization name, organisation name, organization, organisation, company, company name, business name',
    'firma, firmenname, unternehmen, verein, institution, einrichtung',
  ),
  AccountNumber: row(
    'Contact',
    'account number, account no, account, member number, member id, customer number, external id',
    'mitgliedsnummer, mitgliedsnr, mitglieds-nr., mitglied-nr., mitgliednr, kundennummer, kontonummer, nummer, nr.',
  ),
  SourceId: row('Contact', 'source id, legacy id'),
  HideAccountNumber: row('Contact', 'hide account number'),
  Status: row('Contact', 'status, contact status', 'kontaktstatus'),
  Email: row(
    'Contact',
    'email, e-mail, email address, e-mail address, mail, work email, primary email, email 1',
    'e-mail-adresse, mailadresse, email geschäftlich, e-mail (geschäftlich), e-mail dienstlich',
  ),
  PersonalEmail: row(
    'Contact',
    'personal email, home email, private email, email 2, secondary email',
    'e-mail privat, e-mail (privat)',
  ),
  OtherEmail: row('Contact', 'other email, email 3', 'weitere e-mail'),
  Phone: row(
    'Contact',
    'phone, telephone, phone number, telephone number, tel, work phone, business phone, primary phone, phone 1',
    'telefon, telefonnummer, tel.-nr., festnetz, telefon geschäftlich, telefon (geschäftlich), telefon dienstlich',
  ),
  Mobile: row(
    'Contact',
    'mobile, mobile phone, cell, cell phone, cellular, phone 2',
    'mobil, handy, handynummer, mobiltelefon, mobilnummer',
  ),
  HomePhone: row('Contact', 'home phone, private phone', 'telefon privat, telefon (privat)'),
  Fax: row('Contact', 'fax, fax number', 'telefax, faxnummer'),
  OtherPhone: row('Contact', 'other phone, phone 3', 'weiteres telefon'),
  PhoneExtension: row('Contact', 'phone extension, extension, ext', 'durchwahl'),
  Website: row(
    'Contact',
    'website, web site, web address, url, homepage, web',
    'webseite, internetseite, internet, webadresse',
  ),
  Address1: row(
    'Address',
    'address 1, address, address line 1, street, street address, mailing address',
    'straße, strasse, straße und hausnummer, straße + hausnummer, straße/hausnr., anschrift, adresse',
  ),
  HouseNumber: row('Address', 'house number', 'hausnummer, hausnr., haus-nr.'),
  Address2: row('Address', 'address 2, address line 2, suite, apartment', 'adresszusatz, zusatz, adresse 2'),
  City: row('Address', 'city, town, locality', 'ort, stadt, wohnort'),
  StateProvince: row('Address', 'state province, state, province, region, county', 'bundesland, kanton, staat/provinz'),
  PostalCode: row('Address', 'postal code, zip, zip code, postcode, zipcode', 'plz, postleitzahl'),
  Country: row('Address', 'country, country code, country name', 'land, staat, länderkennzeichen'),
  EmailStatus: row('Mail', 'email status, subscription status', 'newsletter-status'),
  DoNotEmail: row('Mail', 'do not email, no email, email opt out, opted out', 'keine e-mails, kein newsletter'),
  MembershipType: row(
    'Membership',
    'membership type',
    'mitgliedsart, mitgliedschaftsart, mitgliedstyp, mitgliedschaft',
  ),
  MembershipLevel: row('Membership', 'membership level', 'mitgliedsstufe, beitragsgruppe, beitragsklasse, beitragsart'),
  MemberSince: row(
    'Membership',
    'member since, join date, joined, joined on',
    'mitglied seit, eintritt, eintrittsdatum, beitritt, beitrittsdatum',
  ),
  MembershipStart: row(
    'Membership',
    'membership start date, membership start, term start',
    'mitglied ab, mitglied von, mitgliedschaft ab, mitgliedschaft von, beginn der mitgliedschaft',
  ),
  MembershipEnd: row(
    'Membership',
    'membership end date, membership end, membership expiration date, expiration date, expiry date, expires, term end',
    'mitglied bis, mitgliedschaft bis, ende der mitgliedschaft, gültig bis, ablaufdatum',
  ),
  RenewalDue: row('Membership', 'renewal due, renewal date, renewal due date', 'verlängerung fällig'),
  MembershipStatus: row('Membership', 'membership status, member status', 'mitgliedsstatus, mitgliedschaftsstatus'),
  Tags: row('Labels', 'tags, tag, labels, keywords', 'schlagworte, schlagwörter, stichworte, kategorien, kennzeichen'),
  Groups: row('Labels', 'groups, group, lists, list', 'gruppen, gruppe, verteiler, liste, listen'),
} as const satisfies Record<string, FieldRow>

export type Field = keyof typeof ROWS

export const FIELDS: Readonly<Record<Field, FieldRow>> = ROWS
export const FIELD_NAMES = Object.keys(ROWS) as Field[]

/** A custom field of the tenant by its storage name. */
export type CustomColumn = `CustomFields.${string}`

/** The field to which a column is imported. */
export type ColumnField = Field | CustomColumn

export const headersOf = (field: Field): string[] => {
  const { en, de }: FieldRow = ROWS[field]
  const headers = [en, de ?? ''].flatMap((list) => list.split(',').map((header) => header.trim()))
  // Some words are the same in both languages.
  return [...new Set(headers.filter(Boolean))]
}

const byHeader = (headers: (field: Field) => readonly string[]): ReadonlyMap<string, Field> =>
  new Map(FIELD_NAMES.flatMap((field) => headers(field).map((header) => [plainKey(header), field] as const)))

const GENERAL = byHeader((field) => [field, ...headersOf(field)])
const GERMAN = byHeader((field) => (FIELDS[field].de ?? '').split(',').filter((header) => header.trim() !== ''))
const ENGLISH = byHeader((field) => FIELDS[field].en.split(','))

/** Returns the field that a header means in any file; undefined for none. */
export const findFieldOfHeader = (header: string): Field | undefined => GENERAL.get(plainKey(header))

/** Returns whether most of the headers that only one of the two languages has are German. */
export const areGerman = (headers: readonly string[]): boolean => {
  const keys = headers.map(plainKey)
  const german = keys.filter((key) => GERMAN.has(key) && !ENGLISH.has(key)).length
  return german > keys.filter((key) => ENGLISH.has(key) && !GERMAN.has(key)).length
}
