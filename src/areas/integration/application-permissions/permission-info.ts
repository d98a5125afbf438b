import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { badInput } from '#kernel/errors/problem'
import { parseJson } from '#kernel/http/json-body'

const COMMON = {
  Scopes: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 200 })),
  VendorName: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
  AuditId: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
}

/** What is read of ApiKeyInfoJson; the contract's ApiKeyInfo says the same, and the rest of it is only ever answered. */
export const ApiKeyInfoEdit = Type.Object(COMMON)

/** What is read of OAuthClientInfoJson. */
export const OAuthClientInfoEdit = Type.Object({
  ...COMMON,
  IsPublic: Type.Optional(Type.Boolean()),
  CorsOrigins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 20 })),
  IPAddressWhitelist: Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Null()])),
})

/** Reads a field that holds JSON as text; a fault names the field and the place in it. Null or absent is nothing said. */
export const readInfo = <S extends TSchema>(
  schema: S,
  text: string | null | undefined,
  pointer: string,
): Static<S> | Record<string, never> => {
  if (text === null || text === undefined || text.trim() === '') return {}
  const read = parsed(text, pointer)
  const fault = Value.Errors(schema, read).First()
  if (fault) throw badInput(pointer + fault.path, fault.message.toLowerCase())
  return read as Static<S>
}

const parsed = (text: string, pointer: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    throw badInput(pointer, 'is not valid JSON')
  }
}
