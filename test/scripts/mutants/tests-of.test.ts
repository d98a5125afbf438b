import { expect, test } from 'vitest'
import { importersOf } from '#scripts/mutants/tests-of'

test('finds the files that import a file, by alias or by path', () => {
  const files = [
    { path: 'src/areas/people/groups/groups.service.ts', text: "import { a } from '../labels/labels.model.ts'" },
    { path: 'src/areas/people/labels/labels.routes.ts', text: "import { a } from './labels.model.ts'" },
    {
      path: 'src/areas/work/tasks/tasks.service.ts',
      text: "import type { A } from '#areas/people/labels/labels.model'",
    },
    { path: 'src/server.ts', text: "import { a } from './labels.model.ts'\nimport { b } from '#src/app'" },
  ]
  expect(importersOf(files, ['src/areas/people/labels/labels.model.ts'])).toEqual(
    files.slice(0, 3).map(({ path }) => path),
  )
  expect(importersOf(files, ['src/app.ts'])).toEqual(['src/server.ts'])
})
