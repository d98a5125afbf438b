import { walkStaleVersions } from '#test/support/walks/stale-versions'

await walkStaleVersions((operationId) => operationId.startsWith('delete'), { ifMatch: 1, path: 1, body: 0 })
