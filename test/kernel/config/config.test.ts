import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { readConfig } from '#kernel/config/config'
import { settings } from '#kernel/config/settings'

test('reports all faults of the configuration at once, each by its variable', () => {
  const bad = {
    PORT: '0x10',
    DATABASE_POOL_SIZE: ' ',
    DATABASE_URL: 'mysql://here',
    PUBLIC_URL: 'guildhall.example',
    TRUST_PROXY: 'loopback, 10.1',
    GUILDHALL_ROLE: 'everything',
    GUILDHALL_DEMO: 'perhaps',
    GUILDHALL_SECRET: 'short',
    BODY_LIMIT_BYTES: '1e6',
  }
  const message = (() => {
    try {
      readConfig(bad)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  })()
  for (const name of Object.keys(bad)) expect(message).toContain(name)
  expect(message).not.toContain('short')
})

test('accepts valid values', () => {
  const config = readConfig({
    TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32',
    PUBLIC_URL: 'https://guildhall.example',
    DATABASE_URL: 'postgresql:///guildhall?host=/run/postgresql',
    PORT: '8080',
  })
  expect(config).toMatchObject({ port: 8080, publicUrl: 'https://guildhall.example' })
})

test('every setting is used somewhere', () => {
  for (const name of Object.keys(settings)) {
    const uses = execFileSync('grep', ['-rlE', `\\b${name}\\b`, 'src', '--include=*.ts', '--exclude=settings.ts'])
    expect(uses.toString(), name).not.toBe('')
  }
})
