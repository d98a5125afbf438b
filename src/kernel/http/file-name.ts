/** Not allowed in names of files on common systems, and control and formatting characters. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const MAX_CHARACTERS = 120

/**
 * The header Content-Disposition that saves a response as a file (RFC 6266). The name can contain any text that a user has
 * entered; old clients get it in ASCII.
 *
 * @param name without its ending. @param ending such as `csv`.
 */
export const attachment = (name: string, ending: string): string => {
  const clean = [...name.toWellFormed().replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim()]
  const file = `${
    clean
      .slice(0, MAX_CHARACTERS)
      .join('')
      .replace(/^[.\s]+/, '')
      .trim() || 'download'
  }.${ending}`
  const ascii = file
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
  const header = `attachment; filename="${ascii}"`
  return ascii === file ? header : `${header}; filename*=UTF-8''${percentEncoded(file)}`
}

/** Encodes also what encodeURIComponent leaves and RFC 8187 does not allow. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
