export { type ChairGateway, createChairGateway } from "./gateway/create-chair-gateway.ts";
export {
  type ChairIntakeDependencies,
  type ChairMessages,
  createChairIntake,
} from "./intake/create-chair-intake.ts";
