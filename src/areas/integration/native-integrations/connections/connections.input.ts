import type { NativeCredentialsInput } from '#contract/integration/native-integrations'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { adviceFor } from '#kernel/text/similar'
import type { Credentials, FieldConnector } from '../native-app.port.ts'

/** Parses the fields of a connector. Fields that are empty are left out. @throws 422 connection-refused with all errors. */
export const parseCredentials = ({ fields }: FieldConnector, sent: NativeCredentialsInput['Fields']): Credentials => {
  const given = new Map(
    Object.entries(sent ?? {}).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()] as const])),
  )
  const known = new Set(fields.map(({ name }) => name))
  const faults: FieldFault[] = [
    ...[...given.keys()]
      .filter((name) => !known.has(name))
      .map((name) => fault(name, `is not a field of the connector${adviceFor(name, [...known])}`)),
    ...fields.flatMap(({ name, isRequired, pattern }) => {
      const text = given.get(name)
      if (text === undefined) return isRequired ? [fault(name, 'is required')] : []
      return pattern && !pattern.test.test(text) ? [fault(name, pattern.message)] : []
    }),
  ]
  if (faults.length > 0)
    throw ruleRefused('connection-refused', 'The credentials are not complete or not valid.', faults)
  return given
}

const fault = (name: string, message: string): FieldFault => ({ pointer: `/Fields/${name}`, message })
