/** What so many are said to do. */
export const needYou = (many: number): string => (many === 1 ? 'needs you' : 'need you');
