export { ContactCard, useContact } from "./contact-card.tsx";
export { OperatorMark } from "./operator-mark.tsx";
