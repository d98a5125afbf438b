import { walkStaleVersions } from '#test/support/walks/stale-versions'

await walkStaleVersions((operationId) => operationId.startsWith('save'), { ifMatch: 44, path: 0, body: 30 })
