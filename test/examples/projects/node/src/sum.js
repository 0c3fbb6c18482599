import { zero } from 'numbers';

export const sum = (numbers) => numbers.reduce((all, one) => all + one, zero);
