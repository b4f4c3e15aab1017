/** Keeps the order of each device, works on many devices at once, and says when there is room for more. */
export interface DeviceQueues<T> {
  /** @returns false where the device had too much waiting and its oldest task was dropped for this one. */
  push(deviceId: string, task: T): boolean;
  /** Tasks waiting or under way. */
  size(): number;
  hasRoom(): boolean;
  /** Calls back as soon as there is room, at once where there is. */
  whenRoom(proceed: () => void): void;
  /** Resolves when nothing is left. */
  idle(): Promise<void>;
}

interface DeviceQueue<T> {
  readonly tasks: T[];
  /** So many of the first are under way. */
  taken: number;
}

/** `work` must not reject: what goes wrong with a task is settled where it is known what the task means. */
export function createDeviceQueues<T>(parts: {
  concurrency: number;
  highWater: number;
  /** So that one device that talks without end cannot fill the room of all. */
  mostADevice: number;
  /** How many of a device's tasks, the first at least, may be dealt with at once. */
  together: (tasks: readonly T[]) => number;
  /** `take` gives the device's first tasks: those that wait when it is called for the first time. */
  work: (deviceId: string, take: () => readonly T[]) => Promise<void>;
}): DeviceQueues<T> {
  const waiting = new Map<string, DeviceQueue<T>>();
  const ready: string[] = [];
  let active = 0;
  let size = 0;
  const roomWaiters: (() => void)[] = [];
  let idleWaiters: (() => void)[] = [];

  const hasRoom = () => size < parts.highWater;

  const settle = () => {
    if (hasRoom() && roomWaiters.length > 0) {
      // Each brings a task with it.
      const proceed = roomWaiters.splice(0, parts.highWater - size);
      for (const next of proceed) next();
    }
    if (size === 0) {
      const resolve = idleWaiters;
      idleWaiters = [];
      for (const next of resolve) next();
    }
  };

  const serve = async (deviceId: string, queue: DeviceQueue<T>) => {
    const { tasks } = queue;
    await parts.work(deviceId, () => {
      queue.taken ||= parts.together(tasks);
      return tasks.slice(0, queue.taken);
    });
    const done = tasks.splice(0, queue.taken || 1);
    queue.taken = 0;
    size -= done.length;
    active -= 1;
    // Behind the others again: a chair with much to tell must not hold up the rest.
    if (tasks.length > 0) ready.push(deviceId);
    else waiting.delete(deviceId);
    settle();
    dispatch();
  };

  const dispatch = () => {
    while (active < parts.concurrency) {
      const deviceId = ready.shift();
      if (deviceId === undefined) return;
      active += 1;
      void serve(deviceId, waiting.get(deviceId) as DeviceQueue<T>);
    }
  };

  return {
    push(deviceId, task) {
      const queue = waiting.get(deviceId);
      if (queue === undefined) {
        size += 1;
        waiting.set(deviceId, { tasks: [task], taken: 0 });
        ready.push(deviceId);
        dispatch();
        return true;
      }
      queue.tasks.push(task);
      if (queue.tasks.length <= parts.mostADevice) {
        size += 1;
        return true;
      }
      // The first are under way or next: what is behind them goes, since the newest word is the one that counts.
      queue.tasks.splice(queue.taken || 1, 1);
      return false;
    },
    size: () => size,
    hasRoom,
    whenRoom(proceed) {
      if (hasRoom()) proceed();
      else roomWaiters.push(proceed);
    },
    idle: () => (size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
  };
}
