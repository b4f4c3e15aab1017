import styles from "./spark.module.css";

/** Height and width of a point in the units of the drawing. */
const height = 40;
const pointWidth = 10;

/**
 * The values of a day over those of the usual day, as bars over steps, without axes. It only illustrates figures beside
 * it, so that screen readers do not announce it.
 */
export function Spark({
  values,
  usual,
  open,
  times,
}: {
  /** Values of the points whose time has begun. */
  values: readonly number[];
  /** Values of all points of the usual day. */
  usual: readonly number[];
  /** Whether the time of the last point in `values` is not over yet. */
  open: boolean;
  /** Times at the beginning of equal parts of the day, shown in a wide window. */
  times: readonly string[];
}) {
  const highest = Math.max(1, ...values, ...usual);
  const heightOf = (value: number) => (Math.max(0, value) / highest) * height;
  return (
    <div aria-hidden="true">
      <svg
        className={styles.spark}
        viewBox={`0 0 ${usual.length * pointWidth} ${height}`}
        preserveAspectRatio="none"
      >
        {usual.map((value, index) => (
          <rect
            key={`usual ${index}`}
            className={styles.usual}
            x={index * pointWidth}
            y={height - heightOf(value)}
            width={pointWidth}
            height={heightOf(value)}
          />
        ))}
        {values.map((value, index) => (
          <rect
            key={`now ${index}`}
            className={open && index === values.length - 1 ? styles.open : styles.now}
            x={index * pointWidth + 2}
            y={height - heightOf(value)}
            width={pointWidth - 4}
            height={heightOf(value)}
          />
        ))}
      </svg>
      <div className={styles.times}>
        {times.map((time) => (
          <span key={time}>{time}</span>
        ))}
      </div>
    </div>
  );
}
