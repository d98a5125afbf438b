/** Not allowed in names of files on common systems, and control and formatting characters. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const MAX_CHARACTERS = 120
/** Characters of an ending that a name keeps when it is cut. */
const MAX_ENDING = 20

/**
 * Cleans the name that a client sends with a file: the part after the last folder, without characters that systems or
 * headers reject, cut to 120 characters with its ending. Empty if nothing is left.
 */
export const cleanFileName = (sent: string): string => {
  const [name = ''] = sent.toWellFormed().split(/[\\/]/).slice(-1)
  const characters = [...cleanText(name)]
  if (characters.length <= MAX_CHARACTERS) return characters.join('')
  const ending = [...(/\.[^.\s]+$/.exec(name)?.[0] ?? '')]
  if (ending.length > MAX_ENDING) return cleanText(characters.slice(0, MAX_CHARACTERS).join(''))
  return [...characters.slice(0, MAX_CHARACTERS - ending.length), ...ending].join('')
}

/** Removes unsafe characters, and dots and spaces at both ends, which hide files or mean folders. */
const cleanText = (text: string): string =>
  text
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '')

/**
 * Returns the header Content-Disposition that saves a response as a file (RFC 6266). The name can contain any text that
 * a user has entered; old clients get it in ASCII.
 *
 * @param name without its ending.
 * @param ending such as `csv`.
 */
export const attachment = (name: string, ending: string): string => {
  const clean = [...name.toWellFormed().replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim()]
  const file = clean
    .slice(0, MAX_CHARACTERS)
    .join('')
    .replace(/^[.\s]+/, '')
    .trim()
  return disposition('attachment', `${file || 'download'}.${ending}`)
}

/**
 * Returns the header Content-Disposition of a file.
 *
 * @param kind whether the client saves or shows it.
 * @param file its name; unsafe characters are dropped.
 */
export const dispositionOf = (kind: 'attachment' | 'inline', file: string): string =>
  disposition(kind, cleanFileName(file) || 'download')

const disposition = (kind: string, file: string): string => {
  const ascii = file
    .normalize('NFKD')
    .replace(/(?<=[\x20-\x7e])\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\]/g, '_')
  const header = `${kind}; filename="${ascii}"`
  return ascii === file ? header : `${header}; filename*=UTF-8''${percentEncoded(file)}`
}

/** Encodes also what encodeURIComponent leaves and RFC 8187 does not allow. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
