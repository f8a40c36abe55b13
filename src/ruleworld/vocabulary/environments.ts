/** The 100 environments (paper, Appendix A): places that can be entered. */
const TABLE = `
bridge forest desert meadow swamp canyon valley mountain island beach
lake river ocean jungle cave tunnel castle palace temple church
chapel library museum school college hospital clinic market bakery kitchen
pantry garage attic basement cellar bedroom bathroom balcony garden orchard
vineyard farm barn pasture village town city harbor airport station
stadium arena theater cinema gallery studio office factory warehouse mill
quarry prison fortress tower lighthouse cottage cabin mansion hotel hostel
tavern restaurant cafe shop plaza park playground zoo aquarium circus
carnival laboratory observatory greenhouse cemetery monastery volcano glacier waterfall lagoon
marsh tundra prairie oasis reef cliff hill courtyard hallway ballroom
`;

export const ENVIRONMENTS: readonly string[] = TABLE.trim().split(/\s+/);
