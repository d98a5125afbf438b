/** Reads a web address; `https://` is put before one without a scheme. Null unless it is http or https with a name. */
export const readWebsite = (text: string): string | null => {
  const written = text.trim()
  const address =
    /^[a-z][a-z0-9+.-]*:/i.test(written) && !/^[\w.-]+:\d+(\/|$)/.test(written) ? written : `https://${written}`
  if (/\s/.test(address) || address.length > 500 || !URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.hostname.includes('.') && !url.username && !url.password ? address : null
}
