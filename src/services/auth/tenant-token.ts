import { parseBase64url } from '#kernel/crypto/base64url'
import type { Sealer } from '#kernel/crypto/seal'
import { parseTenantPart, tenantPart } from '#kernel/tenancy/tenant-part'

/** Tokens in addresses: `<tenant in base 36>-<encrypted values>`. The first value is the id of the tenant. */
export interface TenantTokens {
  make(values: readonly [tenantId: number, ...unknown[]], context: string): string
  /** Reads a token; undefined for one that this server did not make. */
  read(token: string, context: string): readonly [tenantId: number, ...unknown[]] | undefined
}

const FORM = /^([0-9a-z]+)-(.+)$/

/**
 * Makes tokens that name their tenant, by which a proxy can route a request to its installation. The tenant counts only
 * if the encrypted values agree.
 */
export const tenantTokens = (sealer: Sealer): TenantTokens => {
  const open = (text: string, context: string): [number, ...unknown[]] | undefined => {
    const sealed = parseBase64url(text)?.toString('base64')
    if (sealed === undefined) return undefined
    try {
      return JSON.parse(sealer.open(sealed, context))
    } catch {
      return undefined
    }
  }
  return {
    make: (values, context) => {
      const sealed = Buffer.from(sealer.seal(JSON.stringify(values), context), 'base64').toString('base64url')
      return `${tenantPart(values[0])}-${sealed}`
    },
    read: (token, context) => {
      const [, tenant, sealed] = FORM.exec(token) ?? []
      const values = sealed === undefined ? undefined : open(sealed, context)
      if (values) return values[0] === parseTenantPart(tenant) ? values : undefined
      // Mails of earlier versions have tokens without the tenant, which can begin like one with it.
      return open(token, context)
    },
  }
}
