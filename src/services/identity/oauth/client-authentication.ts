import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hashToken, isToken } from '#kernel/crypto/api-key'
import { findClient, type OAuthClient } from '../clients.ts'
import type { OAuthContext } from './context.ts'
import { invalidClient, invalidRequest } from './oauth-error.ts'
import { Parameters } from './parameters.ts'

/** Authenticates the client: by HTTP Basic, by form fields, or a public one by its client_id only (RFC 6749, 2.3). */
export const authenticateClient = async (context: OAuthContext, request: FastifyRequest): Promise<OAuthClient> => {
  const { clientId, secret, isBasic } = presented(request)
  const refused = () => invalidClient('The client is unknown, or its secret is wrong.', isBasic)
  if (secret !== undefined && !isToken('ghs', secret)) throw refused()
  const client = await findClient(context.system, clientId)
  if (!client || client.isPublicClient !== (secret === undefined)) throw refused()
  if (secret === undefined) return client
  const secretId = findSecret(client, secret, context.clock.now())
  if (secretId === undefined) throw refused()
  context.uses.note({ permissionTenantId: client.tenantId, permissionId: client.id, secretId })
  return client
}

interface Presented {
  clientId: string
  secret: string | undefined
  isBasic: boolean
}

const presented = (request: FastifyRequest): Presented => {
  const form = new Parameters(request.body)
  const basic = readBasic(request.headers.authorization)
  if (!basic) {
    const clientId = form.get('client_id')
    if (clientId === undefined) throw invalidClient('The request does not authenticate a client.', true)
    return { clientId, secret: form.get('client_secret'), isBasic: false }
  }
  if (form.get('client_secret') !== undefined) throw invalidRequest('Authenticate by header or by form, not by both')
  const named = form.get('client_id')
  if (named !== undefined && named !== basic.clientId) throw invalidRequest('client_id is not that of the header')
  return { ...basic, isBasic: true }
}

/** Reads both parts, which are form-encoded before they are joined (RFC 6749, section 2.3.1). */
const readBasic = (header: string | undefined): { clientId: string; secret: string } | undefined => {
  if (header === undefined) return undefined
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1]
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? []
  if (id === undefined || secret === undefined) throw invalidClient('Authorization must be HTTP Basic.', true)
  try {
    return { clientId: formDecoded(id), secret: formDecoded(secret) }
  } catch {
    throw invalidClient('Authorization must be HTTP Basic.', true)
  }
}

const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** Finds the id of the valid secret of the client that this is. */
const findSecret = ({ secrets }: OAuthClient, secret: string, now: Date): number | undefined => {
  const hash = Buffer.from(hashToken(secret))
  const found = secrets.find(
    ({ hash: kept, expiresAt }) =>
      timingSafeEqual(Buffer.from(kept), hash) && (expiresAt === null || expiresAt.getTime() > now.getTime()),
  )
  return found?.id
}
