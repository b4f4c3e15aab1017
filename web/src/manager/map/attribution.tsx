import styles from "./location-map.module.css";

const address = /(https?:\/\/[^\s<>"]+)/;

/** The attribution that the installation configures: plain text, in which addresses become links. */
export function Attribution({ text }: { text: string }) {
  return (
    <p className={styles.attribution}>
      {text.split(address).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <a key={index} href={part} target="_blank" rel="noopener noreferrer" className={styles.source}>
            {part.replace(/^https?:\/\/(www\.)?/, "")}
          </a>
        ),
      )}
    </p>
  );
}
