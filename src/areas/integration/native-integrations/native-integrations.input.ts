import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { isJsonObject } from '#kernel/contract/json'
import { MAX_ID } from '#kernel/database/ids'
import { describeFaults } from '#kernel/errors/fault-messages'
import { badInput, type FieldFault, insufficientScope, ruleRefused } from '#kernel/errors/problem'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { NativeApp, Values } from './native-app.port.ts'

/** No record has this id. */
const NO_ID = -1

/** Parses an id of up to ten digits. A number above the largest id becomes an id that no integration has. */
export const parseId = (text: string): number => {
  const id = Number(text)
  return id > MAX_ID ? NO_ID : id
}

const ajv = new Ajv({ allErrors: true, useDefaults: true, strict: false })
addFormats.default(ajv)

/** Compiled at first use. */
const validators = new Map<string, ValidateFunction<Values>>()

const validatorOf = ({ id, formSchema }: NativeApp): ValidateFunction<Values> => {
  const validate = validators.get(id) ?? ajv.compile<Values>(formSchema)
  validators.set(id, validate)
  return validate
}

/** Parses the text of the query. @throws 400. */
export const parseValues = (text: string): Values => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isJsonObject(parsed)) return parsed
  } catch {
    // The problem is the same.
  }
  throw badInput('query:values', 'must be a JSON object')
}

/**
 * Validates a configuration against the schema of its app, and fills in the defaults.
 *
 * @throws 403 insufficient-scope; 422 configuration-invalid with all errors.
 */
export const validateValues = async (scope: Scope, app: NativeApp, sent: Values): Promise<Values> => {
  const values = structuredClone(sent)
  const validate = validatorOf(app)
  const faults = [
    ...findSecrets(app, sent),
    ...(validate(values) ? [] : describeFaults(validate.errors ?? [], pointerOf)),
  ]
  if (faults.length > 0) throw configurationInvalid(faults)
  requireScopes(scope, app.scopesOf(values))
  requireValid((await app.findFaults?.(scope, values)) ?? [])
  return values
}

/** Rejects a configuration with errors. @throws 422 configuration-invalid. */
export const requireValid = (faults: readonly FieldFault[]): void => {
  if (faults.length === 0) return
  throw configurationInvalid(faults.map((fault) => ({ ...fault, pointer: pointerOf(fault.pointer) })))
}

const configurationInvalid = (errors: FieldFault[]) =>
  ruleRefused('configuration-invalid', 'The configuration is not valid.', errors)

/** Finds secrets in addresses. They do not belong there, because addresses are logged. */
const findSecrets = ({ connector }: NativeApp, sent: Values): FieldFault[] => {
  const fields = connector && 'fields' in connector ? connector.fields : []
  const names = new Set(Object.keys(sent))
  return fields
    .filter(({ name, isSecret }) => isSecret && names.has(name))
    .map(({ name }) => ({ pointer: pointerOf(`/${name}`), message: 'is a secret: connect the connector with it' }))
}

const pointerOf = (path: string): string => `query:values${path}`

/** Rejects a caller that may not read what an integration sends. @throws 403 insufficient-scope. */
export const requireScopes = (scope: Pick<Scope, 'grants'>, needed: readonly string[]): void => {
  const missing = needed.find((one) => !hasGrant(scope, one))
  if (missing === undefined) return
  throw insufficientScope(missing, `This integration sends records that require the scope ${missing}.`)
}
