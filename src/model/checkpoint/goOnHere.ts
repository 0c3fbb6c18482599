/** The answer that takes the tree of another HEAD; only the question where to go on offers it. */
export const GO_ON_HERE = 'go on here';

export const saysGoOnHere = (text: string): boolean => text.trim().toLowerCase() === GO_ON_HERE;
