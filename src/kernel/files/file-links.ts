import type { Sealer } from '../crypto/seal.ts'
import { tenantTokens } from '../tenancy/tenant-token.ts'

/** What a token allows: to read one file of one tenant until a time. */
export interface FileLink {
  tenantId: number
  fileId: number
  expiresAt: Date
}

/** The tokens in links to files: `<tenant>-<encrypted values>`, so that a token never consists of digits only. */
export interface FileLinks {
  make(link: FileLink): string
  /** Undefined for a token that this server did not make. The caller compares its end. */
  read(token: string): FileLink | undefined
}

const CONTEXT = 'file link'

export const fileLinks = (sealer: Sealer): FileLinks => {
  const tokens = tenantTokens(sealer)
  return {
    make: ({ tenantId, fileId, expiresAt }) => tokens.make([tenantId, fileId, expiresAt.getTime()], CONTEXT),
    read: (token) => {
      const [tenantId, fileId, end] = tokens.read(token, CONTEXT) ?? []
      if (tenantId === undefined || typeof fileId !== 'number' || typeof end !== 'number') return undefined
      return { tenantId, fileId, expiresAt: new Date(end) }
    },
  }
}
