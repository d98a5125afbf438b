/** The longest time that a request waits for the migration of the database, in seconds. */
export const MAX_WAIT_SECONDS = 25

/** The kinds of built-in templates, as the operations name them. */
export const TEMPLATE_SOURCES = ['template/communication', 'template/document', 'template/message'] as const

export type TemplateSource = (typeof TEMPLATE_SOURCES)[number]

/**
 * Parses the seconds of `Prefer: wait=10` (RFC 7240, section 4.3); the longest without it. Other preferences are
 * ignored.
 */
export const parseWait = (prefer: string | string[] | undefined): number => {
  const wait = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i.exec([prefer ?? ''].flat().join(','))
  return wait ? Math.min(Number(wait[1]), MAX_WAIT_SECONDS) : MAX_WAIT_SECONDS
}
