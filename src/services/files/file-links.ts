import type { Sealer } from '#kernel/crypto/seal'
import { tenantTokens } from '#services/auth/tenant-token'

/** What a token allows: to read one file of one tenant until a time. */
export interface FileLink {
  tenantId: number
  fileId: number
  expiresAt: Date
}

/** The tokens in links to files: `<tenant>-<encrypted values>`, so that a token never consists of digits only. */
export interface FileLinks {
  /** @param kind of the record that `fileId` is the id of, if the link is to a record whose area sends the file. */
  make(link: FileLink, kind?: string): string
  /**
   * Reads a token; undefined for one that this server did not make, or made for another kind. The caller compares its
   * end.
   */
  read(token: string, kind?: string): FileLink | undefined
}

const CONTEXT = 'file link'

const contextOf = (kind: string | undefined): string => (kind === undefined ? CONTEXT : `${CONTEXT} of ${kind}`)

export const fileLinks = (sealer: Sealer): FileLinks => {
  const tokens = tenantTokens(sealer)
  return {
    make: ({ tenantId, fileId, expiresAt }, kind) =>
      tokens.make([tenantId, fileId, expiresAt.getTime()], contextOf(kind)),
    read: (token, kind) => {
      const [tenantId, fileId, end] = tokens.read(token, contextOf(kind)) ?? []
      if (tenantId === undefined || typeof fileId !== 'number' || typeof end !== 'number') return undefined
      return { tenantId, fileId, expiresAt: new Date(end) }
    },
  }
}
