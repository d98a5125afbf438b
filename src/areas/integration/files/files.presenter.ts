import type { FileLink } from '#contract/integration/files'
import type { StoredFile } from '#prisma/client'

/** The address ends with the name, which programs use when they save the file. */
export const presentLink = (
  origin: string,
  { id, name }: Pick<StoredFile, 'id' | 'name'>,
  token: string,
  expiresAt: Date,
): FileLink => ({
  Url: `${origin}/api/webdav/${token}/${id}/${encodeURIComponent(name)}`,
  Token: token,
  ExpiresDate: expiresAt.toISOString(),
})
