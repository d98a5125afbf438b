import { expect, test } from 'vitest'
import { withRecords } from '#scripts/contract/records'

const shape = (more: object) => ({ type: 'object', ...more })

test('the marks of shapes become the lists of records, and are not published', () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Small', version: '1' },
    paths: {},
    components: {
      schemas: {
        Key: shape({ 'x-record': 'apikey', 'x-record-entity': 'api-key' }),
        Company: shape({ 'x-record': 'contact' }),
        Person: shape({ 'x-record': 'contact' }),
        Delivery: shape({ properties: { Record: { type: 'object', 'x-records': {} } } }),
        Row: shape({ description: 'One of: {x-records}.' }),
      },
    },
  }
  expect(withRecords(document).components.schemas).toEqual({
    Key: shape({}),
    Company: shape({}),
    Person: shape({}),
    Delivery: shape({
      properties: { Record: { type: 'object', 'x-records': { apikey: ['Key'], contact: ['Company', 'Person'] } } },
    }),
    Row: shape({ description: 'One of: api-key, contact.' }),
  })
})
