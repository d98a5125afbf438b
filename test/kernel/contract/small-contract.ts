/** A contract in three files with one example of everything that the generator supports. */
export const smallContract: Record<string, string> = {
  'openapi.yaml': `
openapi: '3.1.0'
info: { title: Small, version: '1.0', description: "It's small." }
servers: [{ url: / }]
tags: [{ name: people, description: People. }, { name: files, description: Files. }]
paths:
  /api/people/{id}: { $ref: './wing/people.yaml#/paths/~1api~1people~1{id}' }
  /api/people: { $ref: './wing/people.yaml#/paths/~1api~1people' }
  /api/files:run: { $ref: './wing/files.yaml#/paths/~1api~1files:run' }
components:
  securitySchemes: { ApiKey: { type: apiKey, in: header, name: X-Api-Key } }
`,
  'shared.yaml': `
components:
  parameters:
    Take:
      { name: $take, in: query, description: Rows., schema: { type: integer, default: 50, contentSchema: { $ref: '#/components/schemas/Colour' } } }
  headers: { Wait: { description: Seconds., schema: { type: integer } } }
  responses:
    NotFound:
      description: None.
      headers: { Retry-After: { $ref: '#/components/headers/Wait' } }
      content: { application/problem+json: { schema: { $ref: '#/components/schemas/Problem' } } }
  schemas:
    Problem: { type: object, description: Why., properties: { title: { type: string } } }
    Colour: { type: string, enum: [red, green], description: A colour. }
    Forgotten: { type: object, properties: { a: { type: string } } }
`,
  'wing/people.yaml': `
paths:
  /api/people/{id}:
    parameters: [{ name: id, in: path, required: true, description: Id., schema: { type: integer, format: int32, minimum: 1 } }]
    get:
      operationId: getPerson
      tags: [people]
      summary: Get
      description: 'The "person''s" record.'
      x-scope: people:read
      security: [{ ApiKey: [] }]
      parameters: [{ $ref: '../shared.yaml#/components/parameters/Take' }, { name: If-Match, in: header, description: Tag., schema: { type: string } }]
      responses:
        '200': { description: It., headers: { ETag: { schema: { type: string } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Person' }, example: { Id: 1 } } } }
        '404': { $ref: '../shared.yaml#/components/responses/NotFound' }
    post:
      operationId: touchPerson
      tags: [people]
      summary: Touch
      description: Touch.
      x-scope: people:write
      security: [{ ApiKey: [] }]
      requestBody: { content: { application/json: { schema: { type: string } } } }
      responses: { '204': { description: Done. } }
    delete:
      operationId: deletePerson
      tags: [people]
      summary: Delete
      description: Delete.
      x-extension: true
      x-scope: people:write
      security: [{ ApiKey: [] }]
      responses: { '200': { description: Its id., content: { application/json: { schema: { type: integer } } } } }
  /api/people:
    post:
      operationId: savePerson
      tags: [people]
      summary: Save
      description: Save.
      x-scope: people:write
      security: [{ ApiKey: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } }
      responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Person' } } } } } }
components:
  schemas:
    Person:
      type: object
      description: A person.
      required: [Name]
      properties:
        Id: { type: integer, format: int32, minimum: 0, description: Id. }
        Name: { type: string, maxLength: 200, examples: [Ann, Bob] }
        Born: { type: [string, 'null'], format: date }
        Colour: { $ref: '../shared.yaml#/components/schemas/Colour', description: Favourite. }
        Rank: { type: [integer, 'null'], enum: [1, 2, null], x-decided: true }
        Parent: { anyOf: [{ $ref: '#/components/schemas/Person' }, { type: 'null' }], description: Their parent. }
        Friends: { type: [array, 'null'], x-nested: true, maxItems: 9, items: { $ref: '#/components/schemas/Person' } }
        Key: { type: [integer, string], description: Either. }
        Lanes: { type: [array, string, 'null'], items: { type: boolean } }
        Kind: { const: human }
        Extra: { type: object, additionalProperties: { type: number } }
        Open: { type: object, additionalProperties: true }
        Any: { description: Anything. }
        Both: { allOf: [{ type: object, properties: { a: { type: string } } }, { type: object, properties: { b: { type: number } } }] }
        SettingsJson: { type: [string, 'null'], contentMediaType: application/json }
`,
  'wing/files.yaml': `
paths:
  /api/files:run:
    post:
      operationId: runFiles
      tags: [files]
      summary: Run
      description: Run.
      x-public: true
      security: []
      requestBody:
        content:
          application/json: { schema: { $ref: './people.yaml#/components/schemas/Person' } }
          application/octet-stream: { schema: { type: string, format: binary } }
      responses:
        '200':
          description: The file.
          content:
            application/json: { schema: { type: boolean } }
            text/csv: { schema: { type: string } }
components: { schemas: {} }
`,
}

/** Compiles only if the generated types are right. */
export const typeAssertions = `
import type { Person, PersonInput } from './src/contract/wing/people.ts'
import { operations } from './src/contract/wing/people.ts'
import { operations as files } from './src/contract/wing/files.ts'
import type { ResponseOf, BodyOf, ParamsOf, QueryOf, RawContent } from './src/kernel/contract/schema.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const isTrue = <T extends true>(): T | undefined => undefined

isTrue<Same<Person['Born'], string | null>>()
isTrue<Same<Person['Colour'], 'red' | 'green'>>()
isTrue<Same<Person['Rank'], 1 | 2 | null>>()
isTrue<Same<Person['Parent'], Person | null>>()
isTrue<Same<Person['Friends'], Person[] | null>>()
isTrue<Same<Person['Key'], number | string>>()
isTrue<Same<Person['Lanes'], boolean[] | string | null>>()
isTrue<Same<Person['Kind'], 'human'>>()
isTrue<Same<Person['Extra'], Record<string, number>>>()
isTrue<Same<Person['Any'], unknown>>()
isTrue<Same<Person['Both']['b'], number>>()
isTrue<Same<PersonInput['Name'], string>>()
isTrue<Same<PersonInput['Friends'], PersonInput[] | null | undefined>>()
isTrue<Same<ParamsOf<typeof operations.getPerson>, { id: number }>>()
isTrue<Same<QueryOf<typeof operations.getPerson>, { $take: number }>>()
isTrue<Same<ResponseOf<typeof operations.deletePerson>, number>>()
isTrue<Same<ResponseOf<typeof operations.savePerson>, Person[]>>()
isTrue<Same<BodyOf<typeof operations.savePerson>, PersonInput>>()
isTrue<Same<BodyOf<typeof operations.touchPerson>, string | null>>()
isTrue<Same<ResponseOf<typeof operations.touchPerson>, unknown>>()
isTrue<Same<BodyOf<typeof files.runFiles>, PersonInput | RawContent>>()
isTrue<Same<ResponseOf<typeof files.runFiles>, boolean | RawContent>>()
const minimal: PersonInput = { Name: 'Ann', Parent: { Name: 'Bob' } }
// @ts-expect-error a response has every field
const partial: Person = { Name: 'Ann' }
// @ts-expect-error Name is required
const nameless: PersonInput = { Parent: { Id: 1 } }
export { minimal, nameless, partial }
`
