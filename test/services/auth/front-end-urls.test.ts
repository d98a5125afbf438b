import { expect, test } from 'vitest'
import { Problem } from '#kernel/errors/problem'
import { requireOrigins } from '#services/auth/front-end-urls'

const faultOf = (origin: string): string | undefined => {
  try {
    requireOrigins(['https://a.example', origin], '/CorsOrigins')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [fault] = error.errors
    expect(fault?.pointer).toBe('/CorsOrigins/1')
    return fault?.message
  }
}

test.each([
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ['https://desk.north.example:443', 'https://desk.north.example'],
  ['http://[::1]:80', 'http://[::1]'],
  ['HTTPS://Desk.North.Example', 'https://desk.north.example'],
  ['https://desk.north.example/', 'https://desk.north.example'],
])('states how the origin %s must be written', (sent, written) => {
  expect(faultOf(sent)).toBe(
    `"${sent}" must be written as ${written}: in lower case, with the host in punycode, without the default port and a final slash`,
  )
  expect(faultOf(written)).toBeUndefined()
})

test.each([
  ['https://a.example/x', 'must be an origin without a path'],
  ['https://a.example?x', 'must be an origin without a path'],
  ['http://a.example', 'must begin with https:// (http:// only for localhost, 127.0.0.1 and [::1])'],
  ['HTTPS:a.example', 'must be complete and begin with https://'],
  ['a.example', 'must be an absolute URL'],
  ['http://127.0.0.1:99999', 'must have a port from 1 to 65535'],
  ['http://[::1', 'must be an absolute URL'],
])('states what is wrong with %s', (sent, fault) => {
  expect(faultOf(sent)).toBe(`"${sent}" ${fault}`)
})
