/** Returns the quotient as an integer, with halves rounded up; 0 if the denominator is 0. */
export function divideHalfUp(numerator: number, denominator: number): number {
  if (denominator === 0) return 0;
  // Integer arithmetic, because a floating-point quotient may be on the wrong side of a half.
  const [doubled, whole] = [2 * numerator + denominator, 2 * denominator];
  const rest = ((doubled % whole) + whole) % whole;
  return (doubled - rest) / whole;
}

export const averageMinor = (totalMinor: number, devices: number): number =>
  divideHalfUp(totalMinor, devices);

/** Returns the average, rounded to two decimals. */
export const averageCount = (count: number, devices: number): number =>
  divideHalfUp(100 * count, devices) / 100;
