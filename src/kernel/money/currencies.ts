/**
 * The currencies of ISO 4217 whose minor unit has two decimals, without codes that are not money to pay with (funds, metals,
 * tests, none). The last line has codes that were withdrawn since 2020: books in them still exist. Not taken from Intl, whose
 * digits are those in use: it has none for HUF, IDR or COP.
 */
const TWO_DECIMALS: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK
  DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD
  KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
  PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH
  USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
  ANG BGN CUC HRK SLL ZWL`.split(/\s+/),
)

/**
 * Returns whether a tenant can have the currency: amounts are stored and charged in hundredths.
 *
 * @param code ISO 4217, capitals
 */
export const isTenantCurrency = (code: string): boolean => TWO_DECIMALS.has(code)

/** Says why a tenant cannot have a currency. */
export const findCurrencyFault = (code: string): string =>
  `"${code}" is not a currency of ISO 4217 with two decimals, such as EUR`

export const listTenantCurrencies = (): string[] => [...TWO_DECIMALS]
