import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import {
  ApiKeyInfo,
  type ApiKeyPermissionEditInput,
  OAuthClientInfo,
  type OAuthClientPermissionEditInput,
} from '#contract/integration/application-permissions'
import { badInput, badInputs } from '#kernel/errors/problem'
import { parseAddressList } from '#kernel/http/address-list'
import { pointerSegment } from '#kernel/http/ignored-fields'
import { parseJson } from '#kernel/http/json-body'
import type { ExpectedVersion } from '#kernel/records/versions'
import { isVisible } from '#kernel/text/one-line'
import { choiceOf } from '#kernel/text/similar'
import { findUrlFault, requireOrigins } from '#services/auth/front-end-urls'
import {
  type NewPermission,
  type PermissionEdit,
  requireKeyScopes,
  requireScopes,
} from './application-permissions.model.ts'

const MAX_URLS = 20

/** Parses a list of redirect URLs (RFC 6749, RFC 9700). @throws 400 for the first URL that is not valid. */
const parseRedirectUrls = (text: string | null, pointer: string): string[] => {
  const urls = (text ?? '').split(/\s+/).filter((url) => url !== '')
  if (urls.length > MAX_URLS) throw badInput(pointer, `must have at most ${MAX_URLS} URLs`)
  for (const url of urls) {
    const fault = findUrlFault(url)
    if (fault) throw badInput(pointer, `"${url}" ${fault}`)
  }
  return [...new Set(urls)]
}

const COMMON = {
  Scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 200 })),
  VendorName: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
  AuditId: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
}

/** Unknown members that an error names, and the letters of each. */
const MAX_NAMED = 50
const MAX_NAME = 100

/** The members of ApiKeyInfoJson that a request can set. The contract's ApiKeyInfo also has read-only members, which are ignored. */
const ApiKeyInfoEdit = Type.Object(COMMON)

/** The members of OAuthClientInfoJson that a request can set. */
const OAuthClientInfoEdit = Type.Object({
  ...COMMON,
  IsPublic: Type.Optional(Type.Boolean()),
  CorsOrigins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 20 })),
  IPAddressWhitelist: Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Null()])),
})

/** A parsed edit. `auditId` is the version that the caller has read, if the request states it. */
export interface ParsedEdit {
  edit: PermissionEdit
  auditId: number | undefined
}

/** Parses the edit of an API key. @throws 400 naming the field. */
export const parseApiKeyEdit = (body: ApiKeyPermissionEditInput, id: number, tenantKey: string): ParsedEdit => {
  const info = parseInfo(ApiKeyInfoEdit, ApiKeyInfo, body.ApiKeyInfoJson, '/ApiKeyInfoJson')
  if (body.TenantKey && body.TenantKey !== tenantKey)
    throw badInput('/TenantKey', 'must be the key of the calling tenant')
  requireKeyScopes(info.Scopes ?? [], '/ApiKeyInfoJson/Scopes')
  const { GlobalApiKeyIPAddressWhitelist: addresses } = body
  const edit = omitUndefined<PermissionEdit>({
    ...parseCommon(body, id),
    ...parseDetails(info),
    addressList: addresses === undefined ? undefined : parseAddresses(addresses, '/GlobalApiKeyIPAddressWhitelist'),
  })
  return { edit, auditId: info.AuditId }
}

/** Parses the edit of an OAuth client. @throws 400 naming the field. */
export const parseOAuthClientEdit = (body: OAuthClientPermissionEditInput, id: number): ParsedEdit => {
  const info = parseInfo(OAuthClientInfoEdit, OAuthClientInfo, body.OAuthClientInfoJson, '/OAuthClientInfoJson')
  const { CorsOrigins: corsOrigins, IPAddressWhitelist: addresses } = info
  requireScopes(info.Scopes ?? [], '/OAuthClientInfoJson/Scopes')
  if (corsOrigins) requireOrigins(corsOrigins, '/OAuthClientInfoJson/CorsOrigins')
  const edit = omitUndefined<PermissionEdit>({
    ...parseCommon(body, id),
    ...parseDetails(info),
    redirectUrls:
      body.GlobalOAuthRedirectUrls === undefined
        ? undefined
        : parseRedirectUrls(body.GlobalOAuthRedirectUrls, '/GlobalOAuthRedirectUrls'),
    addressList:
      addresses === undefined ? undefined : parseAddresses(addresses, '/OAuthClientInfoJson/IPAddressWhitelist'),
    corsOrigins,
    isPublicClient: info.IsPublic,
  })
  return { edit, auditId: info.AuditId }
}

/** Parses the AuditId, a member of a documented JSON text, which a change can leave out. */
export const parseOptionalVersion = (expected: ExpectedVersion): ExpectedVersion => ({ ...expected, isRequired: false })

/** Rejects a creation without a name or scopes. @throws 400. */
export const requireComplete = (edit: PermissionEdit, infoPointer: string): NewPermission => {
  const { applicationName, scopes } = edit
  if (applicationName === undefined) throw badInput('/ApplicationName', 'is required')
  if (scopes === undefined) throw badInput(`${infoPointer}/Scopes`, 'is required, with at least one scope')
  return { ...edit, applicationName, scopes }
}

type CommonBody = Pick<
  ApiKeyPermissionEditInput,
  'ApplicationPermissionId' | 'ApplicationId' | 'ApplicationName' | 'IsGlobal'
>

const parseCommon = (body: CommonBody, id: number) => {
  if (body.ApplicationPermissionId && body.ApplicationPermissionId !== id) {
    throw badInput('/ApplicationPermissionId', 'must be the id of the path')
  }
  const { ApplicationName: name } = body
  if (name !== undefined && !isVisible(name)) throw badInput('/ApplicationName', 'must not be blank')
  return {
    applicationId: body.ApplicationId === undefined ? undefined : body.ApplicationId?.trim() || null,
    applicationName: name?.trim(),
    isGlobal: body.IsGlobal,
  }
}

const parseDetails = (info: { Scopes?: string[]; VendorName?: string | null }) => ({
  scopes: info.Scopes && [...new Set(info.Scopes)],
  vendorName: info.VendorName === undefined ? undefined : info.VendorName?.trim() || null,
})

/** Parses a list of addresses; null if it is empty. @throws 400. */
export const parseAddresses = (text: string | null, pointer: string): string | null => {
  try {
    return parseAddressList(text ?? '').length > 0 ? (text?.trim() ?? null) : null
  } catch (error) {
    throw badInput(pointer, (error as Error).message)
  }
}

/** Omits undefined members: an absent field keeps its value. */
const omitUndefined = <T extends object>(members: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T

/**
 * Parses a field that contains JSON as text. A fault names the field and the path in it. Null and blank are empty.
 *
 * @param documented the members of a response, which a request can send back.
 */
const parseInfo = <S extends TObject>(
  schema: S,
  documented: TSchema,
  text: string | null | undefined,
  pointer: string,
): Static<S> | Record<string, never> => {
  if (text === null || text === undefined || text.trim() === '') return {}
  const read = parseText(text, pointer)
  const fault = Value.Errors(schema, read).First()
  if (fault) throw badInput(pointer + fault.path, fault.message.toLowerCase())
  refuseUnknown(read as object, documented.properties, { settable: Object.keys(schema.properties), pointer })
  return read as Static<S>
}

/** Rejects unknown members: a misspelled CorsOrigins or IPAddressWhitelist would leave a client open or closed. @throws 400. */
const refuseUnknown = (
  read: object,
  documented: object,
  { settable, pointer }: { settable: readonly string[]; pointer: string },
): void => {
  const unknown = Object.keys(read).filter((name) => !Object.hasOwn(documented, name))
  if (unknown.length === 0) return
  const message = (name: string) => `is not a member of ${pointer.slice(1)}. Use ${choiceOf(name, settable)}`
  throw badInputs(
    unknown
      .slice(0, MAX_NAMED)
      .map((name) => ({ pointer: pointer + pointerSegment(name.slice(0, MAX_NAME)), message: message(name) })),
  )
}

const parseText = (text: string, pointer: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    throw badInput(pointer, 'is not valid JSON')
  }
}
