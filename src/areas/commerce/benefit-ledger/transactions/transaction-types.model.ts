export const TRANSACTION_TYPES: Readonly<Record<number, string>> = {
  1: 'Granted',
  2: 'Used',
  3: 'Adjusted up',
  4: 'Adjusted down',
  5: 'Expired',
  6: 'Reversed',
}
