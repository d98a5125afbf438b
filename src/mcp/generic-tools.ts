/** The tools by which a model finds, reads about and calls every operation of the contract. */
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { FIELDS, IDEMPOTENCY_KEY, IF_MATCH } from './input-schema.ts'

const READ = { readOnlyHint: true, openWorldHint: false } as const

const CALL = {
  operationId: { type: 'string', description: 'Id of the operation, from search_operations.' },
  parameters: { type: 'object', description: 'Values of the path and the query, by name: {"$top": 10}.' },
  body: { type: 'object', description: 'The body, if the operation has one.' },
} as const

/** For connections without and with writes. */
export const GENERIC_TOOLS: readonly Tool[] = [
  {
    name: 'search_operations',
    title: 'Search operations',
    description:
      'Finds operations of this server by a question or by words, such as "who has not paid the dues". Returns their ids with a summary. Lists only ' +
      'operations that this connection can call, and counts the others.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', maxLength: 200, description: 'Words. Empty: all operations of the area.' },
        area: { type: 'string', description: 'Only operations of this area: memberships, books, events ...' },
      },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { title: 'Search operations', ...READ },
  },
  {
    name: 'describe_operation',
    title: 'Describe an operation',
    description:
      'Returns what an operation does, its parameters, its body, the fields of its response and its dry run.',
    inputSchema: {
      type: 'object',
      properties: { operationId: CALL.operationId },
      required: ['operationId'],
      additionalProperties: false,
    },
    annotations: { title: 'Describe an operation', ...READ },
  },
  {
    name: 'read_operation',
    title: 'Call a reading operation',
    description:
      'Calls an operation that changes nothing: a list, a record, a report or a dry run. Read its parameters by ' +
      'describe_operation first.',
    inputSchema: {
      type: 'object',
      properties: { ...CALL, fields: FIELDS, ifMatch: IF_MATCH },
      required: ['operationId'],
      additionalProperties: false,
    },
    annotations: { title: 'Call a reading operation', ...READ },
  },
]

/** For connections with writes. */
export const WRITE_TOOL: Tool = {
  name: 'write_operation',
  title: 'Call a changing operation',
  description:
    'Calls an operation that changes something. If describe_operation names a dry run, call that first and show the user ' +
    'the result. Otherwise show the user what you are about to change. A change of a record needs its AuditId.',
  inputSchema: {
    type: 'object',
    properties: { ...CALL, ifMatch: IF_MATCH, idempotencyKey: IDEMPOTENCY_KEY },
    required: ['operationId'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Call a changing operation',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
}
