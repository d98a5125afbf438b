import { describe, expect, test } from 'vitest'
import { doubtOf, findOrderSign, splitName } from '#areas/people/imports/rows/names.model'

describe('splitName', () => {
  test.each([
    ['Ann Lee', '', 'Ann', 'Lee', ''],
    ['Ann Lee, PhD', '', 'Ann', 'Lee', 'PhD'],
    ['Ann Lee PhD', '', 'Ann', 'Lee', 'PhD'],
    ['Robert King, Jr.', '', 'Robert', 'King', 'Jr.'],
    ['King, Robert, Jr.', '', 'Robert', 'King', 'Jr.'],
    ['King, Jr., Robert', '', 'Robert', 'King', 'Jr.'],
    ['King Jr., Robert', '', 'Robert', 'King', 'Jr.'],
    ['Dr. Eva Klein', 'Dr.', 'Eva', 'Klein', ''],
    ['Prof. Dr. Eva Klein', 'Prof. Dr.', 'Eva', 'Klein', ''],
    ['Herr Dr. med. Jan Klein', 'Herr Dr. med.', 'Jan', 'Klein', ''],
    ['Klein, Dr. Eva', 'Dr.', 'Eva', 'Klein', ''],
    ['Dr. Klein, Eva', 'Dr.', 'Eva', 'Klein', ''],
    ["Mary O'Neil Jr.", '', 'Mary', "O'Neil", 'Jr.'],
    ['Reyes, Dana', '', 'Dana', 'Reyes', ''],
    ['Reyes , Dana', '', 'Dana', 'Reyes', ''],
    ['Ludwig van Beethoven', '', 'Ludwig', 'van Beethoven', ''],
    ['van Beethoven, Ludwig', '', 'Ludwig', 'van Beethoven', ''],
    ['Ana de la Cruz', '', 'Ana', 'de la Cruz', ''],
    ['Vincent Van Gogh', '', 'Vincent', 'Van Gogh', ''],
    ['Sir Ian Muir, CBE', 'Sir', 'Ian', 'Muir', 'CBE'],
    ['Mrs. Ann B. Lee', 'Mrs.', 'Ann B.', 'Lee', ''],
    ['Ann Lee, MD, PhD', '', 'Ann', 'Lee', 'MD, PhD'],
    ['Ann Lee, CPA MBA', '', 'Ann', 'Lee', 'CPA MBA'],
    ['Henry Ford III', '', 'Henry', 'Ford', 'III'],
    ['John Smith V.', '', 'John', 'Smith', 'V.'],
    ['Ann V.', '', 'Ann', 'V.', ''],
    ['King, Robert V.', '', 'Robert V.', 'King', ''],
    ['Ann Lee-Park', '', 'Ann', 'Lee-Park', ''],
    ['Garcia Lopez, Maria', '', 'Maria', 'Garcia Lopez', ''],
    ['Plato', '', '', 'Plato', ''],
    ['Ma', '', '', 'Ma', ''],
    ['Yo-Yo Ma', '', 'Yo-Yo', 'Ma', ''],
  ])('splits %s', (text, prefix, first, last, suffix) => {
    const parts = splitName(text)
    expect([parts.prefix, parts.first, parts.last, parts.suffix].map((part) => part ?? '')).toEqual([
      prefix,
      first,
      last,
      suffix,
    ])
  })
})

describe('doubtOf', () => {
  test.each([
    ['Mr. and Mrs. John Smith', 'several'],
    ['John & Jane Doe', 'several'],
    ['John&Jane Doe', 'several'],
    ['John &amp; Jane Doe', 'several'],
    ['Eva und Jan Klein', 'several'],
    ['Ann Lee <n3@d.example>', 'address'],
    ['n3@d.example', 'address'],
    ['PhD', 'title'],
    ['Dr.', 'title'],
    ['Prof. Dr.', 'title'],
    ['Dr., PhD', 'title'],
    ['Dr. Lee', undefined],
    ['Anders And', undefined],
    ['Andy Anderson', undefined],
    ['José Ortega y Gasset', undefined],
    ['Mary O&#39;Neil', undefined],
    ['山田 太郎', undefined],
    ['', undefined],
  ])('finds for %s: %s', (text, doubt) => {
    expect(doubtOf(text)).toBe(doubt)
  })
})

describe('findOrderSign', () => {
  test.each([
    ['Ann Lee', 'none'],
    ['Dr. Ann Lee, PhD', 'none'],
    ['Ann Lee,', 'none'],
    ['Lee, Ann', 'clear'],
    ['Lee', 'clear'],
    ['Dr. Lee', 'clear'],
    ['KING Robert', 'capitals'],
    ["O'NEIL Mary", 'capitals'],
    ['Robert KING', 'none'],
    ['ROBERT KING', 'none'],
    ['JP Morgan', 'none'],
    ['山田 太郎', 'script'],
    ['김 민수', 'script'],
    ['山田', 'clear'],
  ])('finds for %s: %s', (text, sign) => {
    expect(findOrderSign(text)).toBe(sign)
  })
})
