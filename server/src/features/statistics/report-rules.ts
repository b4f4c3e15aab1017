/** `numerator / denominator` to a whole number, halves up (towards the greater); 0 where there is nothing to divide by. */
export function divideHalfUp(numerator: number, denominator: number): number {
  if (denominator === 0) return 0;
  // In whole numbers throughout: a quotient in floating point may fall on the wrong side of a half.
  const [doubled, whole] = [2 * numerator + denominator, 2 * denominator];
  const rest = ((doubled % whole) + whole) % whole;
  return (doubled - rest) / whole;
}

export const averageMinor = (totalMinor: number, devices: number): number =>
  divideHalfUp(totalMinor, devices);

/** Two decimals. */
export const averageCount = (count: number, devices: number): number =>
  divideHalfUp(100 * count, devices) / 100;
