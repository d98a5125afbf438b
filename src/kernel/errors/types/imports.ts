import type { ProblemType } from './problem-type.ts'

export const imports = {
  'import-file': {
    status: [422],
    meaning:
      'The file cannot be imported: it is empty or not well formed, or its columns do not fit. The detail says why.',
    advice: 'Correct the file, or state its encoding, delimiter or mapping in Options.',
  },
  'import-running': {
    status: [409],
    meaning: 'The import has not ended.',
    advice: 'Read its progress and wait for its end, or cancel it.',
  },
  'import-ended': {
    status: [409],
    meaning: 'The import has already ended.',
    advice: 'Read the import. What it imported stays.',
  },
} as const satisfies Record<string, ProblemType>
