import type { Contact } from "@reposo/contract/outlets/contact.ts";
import { usePageData } from "#shared/api/page-data.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { ChatIcon, PhoneIcon } from "#ui/icons/icons.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import styles from "./operator.module.css";

/** Returns the outlet's contact, otherwise that of the operator; null if there is neither (HELP-1). */
export function useContact(outletContact: Contact | null): Contact | null {
  const { operator } = usePageData().settings;
  return outletContact ?? operator.contact;
}

/** Shows whom the customer can reach, and the order number to quote. */
export function ContactCard({
  contact: outletContact,
  orderNumber,
}: {
  /** The outlet's own contact; null: the operator's. */
  contact: Contact | null;
  orderNumber?: string;
}) {
  const text = useText("contact");
  const { operator } = usePageData().settings;
  const contact = useContact(outletContact);
  if (contact === null) return null;
  const { phone, messengerUrl } = contact;
  const about = [contact.name ?? operator.name, contact.hours].filter((part) => part !== null);
  return (
    <section className={styles.contact} aria-label={text.help}>
      <div>
        <p className={styles.help}>{text.help}</p>
        {about.length > 0 && (
          <p className="soft">
            <UserText>{about.join(" · ")}</UserText>
          </p>
        )}
      </div>
      <div className={styles.ways}>
        {phone !== null && (
          <a className={styles.way} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
            <PhoneIcon />
            <UserText>{phone}</UserText>
          </a>
        )}
        {messengerUrl !== null && (
          <a className={styles.way} href={messengerUrl} target="_blank" rel="noopener noreferrer">
            <ChatIcon />
            <span>{text.message}</span>
          </a>
        )}
      </div>
      {orderNumber !== undefined && (
        <p className={styles.quote}>
          {text.quote} <strong className={styles.number}>{orderNumber}</strong>
        </p>
      )}
    </section>
  );
}
